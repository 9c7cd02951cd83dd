import { readVersion } from '../src/version.js';

/** Removes everything from an output that differs between runs or machines. */
export function scrub(text: string, places: Readonly<Record<string, string>>): string {
  // The longest path first: the island may lie in the home folder.
  const ordered = Object.entries(places).sort(([, a], [, b]) => b.length - a.length);
  const placed = ordered.reduce((left, [name, value]) => left.replaceAll(value, `$${name}`), text);
  return (
    placed
      .replace(/\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z/g, '‹ts›')
      .replace(/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z/g, '‹time›')
      // In a report.
      .replace(/("day": ")\d{4}-\d{2}-\d{2}/g, '$1‹date›')
      .replace(/-\d{4}-\d{2}-\d{2}(?=(?:-\d+)?\.json)/g, '-‹date›')
      // A task's hash depends on its time; the hash in the name of a snapshot or an entry only on content.
      .replace(/(--‹ts›--)[0-9a-f]{8}(?=\.scores\.json|\.jsonl|(?![.\w]))/g, '$1‹hash›')
      // The journal contains times and entries, so its hash differs every time.
      .replace(/("journal": \{\s+"lines": \d+,\s+"sha256": ")[0-9a-f]{64}/g, '$1‹sha256›')
      // Prompts name files, so their length depends on the machine.
      .replace(/((?:prompt|call)s?, about )[1-9]\d* tokens/g, '$1‹n› tokens')
      .replace(/("(?:prompts|calls)": [1-9]\d*,\s+"tokens": )\d+/g, '$1‹n›')
      .replaceAll(readVersion(), '‹version›')
      .replace(/^ +$/gm, '')
  );
}
