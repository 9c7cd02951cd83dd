// Findings about descriptions: promotion, stated purposes, persons, each at its own place.
import { expect, test } from 'vitest';
import { findIn } from './find-in.js';

const described = (text: string) => `export const main = { description: ${JSON.stringify(text)}, tools: {} }`;
const isFound = (id: string, text: string) => findIn(id, described(text)).length > 0;

test.each([
  ['World-class data for everyone.', true],
  ['A powerful API for prices.', true],
  ['The leading Solana NFT marketplace.', true],
  ['Powerful, fast and versatile search.', true],
  ['Comprehensive release information.', true],
  ['Very easy to query.', true],
  ['The most powerful earthquakes of the last 30 days.', false],
  ['Premier League season with scores.', false],
  ['Outstanding amounts and net issuance of debt securities.', false],
  ['Computes the Awesome Oscillator and the Ultimate Oscillator.', false],
  ['The most popular artists ranked by listener count.', false],
  ['Best bid, best ask and best matching taxon.', false],
  ['Leading zeros are kept; records unmatched by a name are dropped.', false],
  ['Books of the Revolutionary War.', false],
])('promotional: %s → %s', (text, found) => {
  expect(isFound('description-promotional', text)).toBe(found);
});

test.each([
  ['Stations by name. Useful for travel planning.', true],
  ['Ideal for search-as-you-type.', true],
  ['Use this to discover valid names.', true],
  ['Use when you have an address.', true],
  ['Returns all models. Use to enumerate them before fetching.', true],
  ['Smoothed average, best for identifying trends.', true],
  ['Lets developers build dashboards.', true],
  ['Returns ids for use with getSpell.', false],
  ['Use this value in other tools.', false],
  ['Use the id that search returns.', false],
  ['Rooms suitable for people with disabilities.', false],
  ['Time the satellite is used for imaging, and the vehicle it was designed for.', false],
  ['Gas is not used to pay fees.', false],
])('purpose: %s → %s', (text, found) => {
  expect(isFound('description-purpose', text)).toBe(found);
});

test('tools and parameters are looked at, each at its own place', () => {
  const source = `export const main = {
    description: 'Prices.',
    tools: {
        price: {
            description: 'Useful for traders.',
            parameters: [
                { position: { key: 'a', description: 'Ideal for a start.' } },
                { description: 'Handy when in doubt.' }
            ]
        }
    }
}`;
  expect(findIn('description-purpose', source)).toEqual([
    '5: Useful for traders',
    '7: Ideal for a start',
    '8: Handy when in doubt',
  ]);
});
