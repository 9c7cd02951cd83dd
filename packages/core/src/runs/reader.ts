import type { StateFile } from '../spec/state.js';
import type { Persona } from '../spec/vocabulary.js';
import { readerOf, subjectsFor } from '../target/logic/selection/one-persona.js';
import type { DerivedSelection } from '../target/rebuild/derive-selection.js';
import type { EmitOptions } from './options.js';

/** The persona that an open run asks; null if no run is open. */
export function askedAs(state: StateFile | null): Persona | null {
  if (state?.status !== 'prompts-emitted') return null;
  return state.subjects.find(({ persona }) => persona !== null)?.persona ?? null;
}

/**
 * The persona that a run of a selection asks: that of the open grading, unless an option names another (decision 0064).
 *
 * @returns null if no persona was named and nothing was read yet
 */
export function readerOfRun(
  { persona }: Pick<EmitOptions, 'persona'>,
  { readings }: DerivedSelection,
  state: StateFile | null,
): Persona | null {
  return persona ?? askedAs(state) ?? readerOf(readings);
}

/** Makes parts due again that another persona has read; a partial run leaves every grade as it is. */
export function asRead<T extends DerivedSelection>(
  derived: T,
  { options, reader }: { readonly options: Pick<EmitOptions, 'mode'>; readonly reader: Persona | null },
): T {
  if (options.mode === 'partial') return derived;
  return { ...derived, subjects: subjectsFor(reader, derived.subjects, derived.readings) };
}
