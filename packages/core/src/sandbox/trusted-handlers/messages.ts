/** A command from the host to the child, one per line. */
export type ChildCommand =
  | {
      readonly kind: 'module';
      readonly source: string;
      /** JSON of the shared lists, by name. */
      readonly lists: string;
      readonly libraries: readonly string[];
      readonly folder: { readonly path: string; readonly shownAs: string };
    }
  | { readonly kind: 'call'; readonly tool: string; readonly stage: string; readonly input: string }
  | { readonly kind: 'answer'; readonly id: number; readonly text: string };
