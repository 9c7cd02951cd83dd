// Keys of known companies may only go to their own hosts by https, not to look-alikes or rented names.
import { describe, expect, it } from 'vitest';
import { findHeld, type HeldKey } from '../../../src/keys/logic/key-home.js';

const heldAt = (key: string, url: string) => findHeld(key, new URL(url));

describe('stays home', () => {
  it.each<[HeldKey['why'], string, string]>([
    ['foreign', 'OPENAI_API_KEY', 'https://api.openai.com.evil.io/v1'],
    ['foreign', 'OPENAI_API_KEY', 'https://openai-api.com'],
    ['foreign', 'OPENAI_API_KEY', 'https://api.openai.com./v1'],
    ['foreign', 'OPENAI_API_KEY', 'https://api.оpenai.com/v1'],
    ['foreign', 'OPENAI_API_KEY', 'https://203.0.113.7/v1'],
    ['foreign', 'OPENAI_API_KEY', 'https://api.openai.com:443@evil.io/'],
    ['foreign', 'OPENAI_API_KEY', 'https://openai.workers.dev'],
    ['foreign', 'STRIPE_SECRET_KEY', 'https://stripe-api.com'],
    ['foreign', 'STRIPE_RESTRICTED_KEY', 'https://stripe.example.org'],
    ['foreign', 'GITHUB_TOKEN', 'https://github.io'],
    ['foreign', 'ETHERSCAN_API_KEY', 'https://etherscan.example.org'],
    ['foreign', 'AZURE_OPENAI_API_KEY', 'https://azure-openai.com'],
    ['foreign', 'RAPIDAPI_KEY', 'https://flights42.example.org'],
    ['foreign', 'API_DATA_GOV_KEY', 'https://data-gov.org'],
    ['foreign', 'SERVER_PARAM:OPENAI_API_KEY', 'https://evil.io'],
    ['rentable', 'HUGGINGFACE_TOKEN', 'https://me-model.hf.space'],
    ['rentable', 'HUGGINGFACE_TOKEN', 'https://x.eu-west-1.aws.endpoints.huggingface.cloud'],
    ['rentable', 'GITHUB_TOKEN', 'https://openai.azurewebsites.net'],
    ['rentable', 'AZURE_OPENAI_API_KEY', 'https://x.westeurope.cloudapp.azure.com'],
    ['rentable', 'TWITCH_CLIENT_SECRET', 'https://q7x.execute-api.eu-west-1.amazonaws.com/prod'],
    ['rentable', 'TWITCH_CLIENT_SECRET', 'https://ec2-1-2-3-4.compute-1.amazonaws.com'],
    ['rentable', 'GOOGLE_MAPS_API_KEY', 'https://evil.appspot.com'],
    ['rentable', 'GOOGLE_MAPS_API_KEY', 'https://evil-x-uc.a.run.app'],
    ['rentable', 'GOOGLE_MAPS_API_KEY', 'https://script.google.com/macros/s/evil/exec'],
    ['rentable', 'GOOGLE_MAPS_API_KEY', 'https://storage.googleapis.com/evil'],
    ['rentable', 'GOOGLE_MAPS_API_KEY', 'https://evil-io.translate.goog'],
    ['rentable', 'NOTION_TOKEN', 'https://evil.notion.site'],
    ['not https', 'OPENAI_API_KEY', 'http://api.openai.com/v1'],
    ['not https', 'OPENAI_API_KEY', 'http://api.openai.com:443/v1'],
  ])('%s: %s at %s', (why, key, url) => {
    expect(heldAt(key, url)).toMatchObject({ why });
  });
});

describe('may leave', () => {
  it.each([
    ['OPENAI_API_KEY', 'https://api.openai.com/v1'],
    ['OPENAI_API_KEY', 'https://API.OpenAI.com:8443/v1'],
    ['AZURE_OPENAI_API_KEY', 'https://api.openai.com/v1'],
    ['AZURE_OPENAI_API_KEY', 'https://unit.openai.azure.com'],
    ['AZURE_OPENAI_API_KEY', 'https://unit.cognitiveservices.azure.com'],
    ['ETHERSCAN_API_KEY', 'https://api.etherscan.io/v2/api'],
    ['ETHERSCAN_API_KEY', 'https://api.polygonscan.com/api'],
    ['BSCSCAN_API_KEY', 'https://api.etherscan.io/v2/api'],
    ['API_DATA_GOV_KEY', 'https://api.nasa.gov'],
    ['API_DATA_GOV_KEY', 'https://api.si.edu'],
    ['RAPIDAPI_KEY', 'https://flights42.p.rapidapi.com'],
    ['X-RapidAPI-Key', 'https://flights42.p.rapidapi.com'],
    ['GOOGLE_MAPS_API_KEY', 'https://maps.googleapis.com/maps'],
    ['GITHUB_TOKEN', 'https://models.inference.ai.azure.com'],
    ['TWITCH_CLIENT_ID', 'https://api.igdb.com/v4'],
    // short forms, and names that belong to no company
    ['AWS_SECRET_ACCESS_KEY', 'https://evil.io'],
    ['CMC_API_KEY', 'http://evil.io'],
    ['SKYPULSE_API_KEY', 'http://evil.io'],
    ['API_KEY', 'http://evil.io'],
  ])('%s at %s', (key, url) => {
    expect(heldAt(key, url)).toBeNull();
  });
});

it('names the owner of the key and its destination', () => {
  expect(heldAt('AZURE_OPENAI_API_KEY', 'https://evil.io:8443/x')).toEqual({
    ...{ owner: 'Microsoft or OpenAI', host: 'evil.io:8443', why: 'foreign' },
  });
});
