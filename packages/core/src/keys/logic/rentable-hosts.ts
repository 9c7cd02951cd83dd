/**
 * Where anybody can have requests answered by code, a store or a proxy of their own, below a domain of a known company and
 * beside the private suffixes of the public suffix list: nobody's home (decision 0078).
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

/** Private suffixes below which their owner alone answers: `maps.googleapis.com` is Google's. */
export const ownPrivateSuffixes: ReadonlySet<string> = new Set(['googleapis.com']);
