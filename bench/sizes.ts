/** How much data of each kind a measurement uses. */
export interface Size {
  readonly name: string;
  /** Multiple of 1×; null: an island that is imported and not graded, so that only some operations are measured. */
  readonly factor: number | null;
  /** Folder of provider folders; default: made ones. */
  readonly catalogue?: string;
  readonly namespaces: number;
  readonly schemasPerNamespace: number;
  readonly toolsPerSchema: number;
  /** Schemas in the single namespace of the deep island. */
  readonly deepSchemas: number;
  /** Schemas for `grade`; 360 is the size of the public corpus. */
  readonly protocolSchemas: number;
  /** Saved MCP servers, of 20 tools each. */
  readonly servers: number;
}

export const FACTORS = [1, 10, 100] as const;

/** As many tools as a registry of the whole field would hold. */
export const REGISTRY: Size = {
  ...sizeOf(200),
  name: 'registry',
  factor: null,
  toolsPerSchema: 5,
};

/** @param catalogue folder of provider folders */
export function sizeOfCatalogue(catalogue: string): Size {
  return { ...sizeOf(1), name: 'catalogue', factor: null, catalogue };
}

export function sizeOf(factor: number): Size {
  return {
    name: `${factor}×`,
    factor,
    namespaces: 10 * factor,
    schemasPerNamespace: 10,
    toolsPerSchema: 2,
    deepSchemas: 10 * factor,
    protocolSchemas: 36 * factor,
    servers: 10 * factor,
  };
}

/** Just enough to run everything. */
export const TINY: Size = {
  name: 'tiny',
  factor: 1,
  namespaces: 2,
  schemasPerNamespace: 2,
  toolsPerSchema: 2,
  deepSchemas: 2,
  protocolSchemas: 2,
  servers: 2,
};

/** Exit codes that count as success: in a catalogue of others some files are refused. */
export function exitsOf({ catalogue }: Size): readonly number[] {
  return catalogue === undefined ? [0] : [0, 1];
}
