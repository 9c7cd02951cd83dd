/**
 * Hosts below the domain of a known company on which anybody can answer requests with code, storage or a
 * proxy of their own, in addition to the private suffixes of the public suffix list. They are home to no key
 * (decision 0078).
 */
export const rentableHosts: readonly string[] = [
  ...['amazonaws.com', 'amazonaws.com.cn'],
  ...['apigee.net', 'docs.google.com', 'firebaseio.com', 'run.app', 'script.google.com', 'sites.google.com'],
  ...['googleusercontent.com', 'storage.googleapis.com', 'commondatastorage.googleapis.com'],
  ...['cloudapp.azure.com', 'logic.azure.com', 'inference.ml.azure.com', 'tunnels.api.visualstudio.com'],
  ...['azure-api.net', 'azureedge.net', 'azurefd.net', 'azurewebsites.net'],
  ...['core.windows.net', 'servicebus.windows.net'],
  'endpoints.huggingface.cloud',
  'force.com',
];

/** Private suffixes below which only their owner answers: `maps.googleapis.com` is Google's. */
export const ownPrivateSuffixes: ReadonlySet<string> = new Set(['googleapis.com']);
