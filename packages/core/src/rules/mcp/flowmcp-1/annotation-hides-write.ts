import { isRecord } from '../../../values/is-record.js';
import { exampleTool } from '../define.js';
import { trimmedText } from '../members.js';
import { wordsOf } from '../reading/sentences.js';
import { defineShareRule, type ReadItem } from '../share-rule.js';
import { effectOfDescription, effectOfName, hasDestroyingClause, isSaidToWrite } from '../words/verbs.js';

export const rule = defineShareRule({
  id: 'annotation-hides-write',
  subject: 'tool',
  class: 'broken',
  group: 'schemas',
  loss: 1,
  severity: 'error',
  title: 'The annotations hide that the tool changes something',
  why: 'Many clients run a tool without asking if it is annotated as reading only or as not destructive. This one says in its name or its description that it writes or deletes.',
  fix: 'Correct the hint: `readOnlyHint: false` for a tool that writes, and `destructiveHint: true` for one that deletes or overwrites.',
  lift: 'annotate {n} tool{s} as what they are',
  evidence: [
    {
      source: 'MCP specification, ToolAnnotations',
      says: 'readOnlyHint: the tool does not modify its environment. destructiveHint false: it performs only additive updates.',
    },
  ],
  check: (tool) => {
    const { annotations } = tool.item;
    if (!isRecord(annotations) || changesWhatItIsGiven(tool)) return [];
    const { readOnlyHint, destructiveHint } = annotations;
    if (readOnlyHint === true) {
      return isSaidToWrite(tool) || hasDestroyingClause(tool, { forGood: false })
        ? [{ path: ['annotations', 'readOnlyHint'], detail: 'readOnlyHint is true' }]
        : [];
    }
    return destructiveHint === false && isSaidToDestroy(tool)
      ? [{ path: ['annotations', 'destructiveHint'], detail: 'destructiveHint is false' }]
      : [];
  },
  examples: {
    pass: { tools: [deletingTool({ readOnlyHint: false, destructiveHint: true })] },
    fail: { tools: [deletingTool({ readOnlyHint: true })] },
  },
  mutate: (tool) => {
    tool.description = `Permanently deletes what is found. ${trimmedText(tool.description)}`;
    tool.annotations = { destructiveHint: false };
    return true;
  },
});

function isSaidToDestroy(tool: ReadItem): boolean {
  return (
    effectOfName(tool) === 'destroys' ||
    effectOfDescription(tool) === 'destroys' ||
    hasDestroyingClause(tool, { forGood: true })
  );
}

/** What is given to a tool to be changed, and how. */
const GIVEN =
  /\b(?:text|html|xml|json|markdown|code|content|string|input|source|document|data|list|values?|pattern|search|replacement|separator|texto|texte|testo|quelltext|zeichenkette|текст)\b|文本|テキスト/i;
const CHANGES =
  /^(?:remov|delet|eras|replac|merg|truncat|insert|append|entfern|ersetz|elimina|reemplaz|supprim|remplac|rimuov|sostitu|substitu|удал|замен|删除|移除|替换)/i;

/** Whether a tool returns a changed copy of a text that it is given: "Removes comments from HTML" deletes nothing. */
function changesWhatItIsGiven({ item, inputs }: ReadItem): boolean {
  if (!CHANGES.test(trimmedText(item.description))) return false;
  const { required } = isRecord(item.inputSchema) ? item.inputSchema : {};
  const needed = Array.isArray(required) && required.length > 0 ? required : inputs.map(({ name }) => name);
  return needed.length > 0 && needed.every((name) => GIVEN.test(wordsOf(String(name)).join(' ')));
}

function deletingTool(annotations: Readonly<Record<string, boolean>>) {
  return exampleTool({
    name: 'delete_price',
    description: 'Deletes the current price of one article.',
    annotations,
  });
}
