import { trimmedText } from '../members.js';
import { wordsOf } from '../reading/sentences.js';
import type { ReadItem } from '../share-rule.js';

const DESTROYS = new Set([
  ...['delete', 'remove', 'drop', 'destroy', 'purge', 'wipe', 'erase', 'truncate', 'kill', 'terminate'],
  ...['revoke', 'overwrite', 'uninstall'],
]);
const WRITES = new Set([
  ...['create', 'update', 'insert', 'write', 'send', 'publish', 'upload', 'modify', 'edit', 'merge'],
  ...['rename', 'append', 'patch', 'replace', 'install', 'execute', 'deploy'],
]);
const READS = new Set([
  ...['get', 'list', 'search', 'find', 'read', 'fetch', 'query', 'describe', 'show', 'check', 'count'],
  ...['validate', 'preview', 'explain'],
]);
/** Verbs as they begin a description or stand in a name: German, Spanish, Portuguese, Italian, French, Russian. */
const DESTROYING = formsOf(
  'l(?:ö|oe)sch(?:e|en|t)|entfern(?:e|en|t)|vernichte[nt]?|zerst(?:ö|oe)r(?:e|en|t)|(?:ü|ue)berschreib(?:e|en|t)|leer(?:en|t)|widerruf(?:e|en|t)',
  'elimina[rn]?|borra[rn]?|destruye|destruir|vac[ií]a[rn]?|purga[rn]?|sobrescrib(?:e|ir)|revoca[rn]?|suprim(?:e|ir)',
  'apagar?|exclu(?:i|ir)|destr[oó]i|esvaziar?|sobrescrever?|revogar?',
  'eliminare|cancella(?:re)?|rimuov(?:e|ere)|distrugg(?:e|ere)|svuota(?:re)?|sovrascriv(?:e|ere)|revocare',
  'supprimer?|effacer?|d[eé]trui(?:t|re)|vider?|purger|[eé]craser?|r[eé]voquer?',
  'удал(?:яет|ить|яй|и|ите|ение)|стира(?:ет|ть)|стереть|уничтож(?:ает|ать|ить)|очи(?:щает|щать|стить)|перезаписыва(?:ет|ть)|отзыва(?:ет|ть)',
);
const WRITING = formsOf(
  'erstell(?:e|en|t)|(?:ä|ae)nder[nte]?|aktualisier(?:e|en|t)|schreib(?:e|en|t)|sende[nt]?|ver(?:ö|oe)ffentlich(?:e|en|t)|bearbeite[nt]?|speicher[nte]?|ersetz(?:e|en|t)|installier(?:e|en|t)',
  'crea[rn]?|actualiza[rn]?|escrib(?:e|ir)|env[ií]a[rn]?|publica[rn]?|modifica[rn]?|guarda[rn]?|reemplaza[rn]?|instala[rn]?',
  'criar?|atualizar?|escrever?|gravar?|substituir?|envi[ae]r?',
  'creare|aggiorna(?:re)?|scriv(?:e|ere)|invia(?:re)?|pubblica(?:re)?|modificare|salva(?:re)?|sostitui(?:sce|re)',
  'cr[eé]er?|[eé]cri(?:t|re)|envoie|envoyer|publier?|modifier?|enregistrer?|remplacer?|installer?',
  'созда(?:ет|ёт|ть|вать)|обновля(?:ет|ть)|обновить|пишет|записыва(?:ет|ть)|записать|отправля(?:ет|ть)|отправить|публик(?:ует|овать)|изменя(?:ет|ть)|изменить|сохраня(?:ет|ть)|сохранить',
);

function formsOf(...languages: readonly string[]): RegExp {
  return new RegExp(`^(?:${languages.join('|')})$`);
}

/** Chinese: the verb begins the text, or follows what is done to by 将 or 把. */
const CHINESE =
  /^(?:(?:此工具|该工具|工具|用于|永久|彻底|批量|立即|一次性)*|[将把][^，。；]{1,20}?)(?:(删除|移除|清空|清除|销毁|抹除|擦除|覆盖|撤销|卸载|刪除|覆寫)|(创建|新建|更新|修改|写入|发送|发布|上传|编辑|保存|添加|插入|合并|重命名|安装|部署|建立|傳送|發送))(?!的|记录|历史|日志)/u;
/** Japanese: the verb ends the first sentence. */
const JAPANESE =
  /^[^。\n]{0,80}?を[^を、。\n]{0,8}?(?:(削除|消去|破棄|抹消|上書き|初期化)|(作成|更新|変更|送信|公開|投稿|保存|編集|追加|書き込み))(?:します|する(?:。|$|ツール)|。|$)/u;

/** Words before the verb of a description. */
const BEFORE_VERB = new Set(
  [
    'permanently irreversibly recursively immediately bulk this the tool it will can dieses werkzeug esta este herramienta ferramenta',
    'questo strumento cet outil этот инструмент permanentemente definitivamente endgültig безвозвратно',
  ].flatMap((line) => line.split(' ')),
);
/** How far into a name the verb is looked for. */
const NAME_WORDS = 3;

type Effect = 'destroys' | 'writes';

/** What the verb of a tool's name does: `destroys` for `delete_file`, undefined for `get_deleted_files`. */
export function effectOfName({ item }: ReadItem): Effect | undefined {
  const verb = verbOf(trimmedText(item.name));
  return verb === undefined ? undefined : effectOfVerb(verb);
}

/** The first verb among the first words of a name: `send` in `slack_send_message`, none in `vehicle_type_id`. */
export function verbOf(name: string): string | undefined {
  const words = wordsOf(name).slice(0, NAME_WORDS);
  return words.find((word) => READS.has(word) || effectOfVerb(word) !== undefined);
}

/** What the first verb of a tool's description does: `writes` for "Updates a note". */
export function effectOfDescription({ item }: ReadItem): Effect | undefined {
  const text = trimmedText(item.description);
  const [, destroys, writes] = CHINESE.exec(text) ?? JAPANESE.exec(text) ?? [];
  if (destroys !== undefined) return 'destroys';
  if (writes !== undefined) return 'writes';
  const first = wordsOf(text).find((word) => !BEFORE_VERB.has(word));
  return first === undefined ? undefined : basesOf(first).map(effectOfVerb).find(Boolean);
}

/** Verbs of which the bare form is often a noun, so an object has to follow: "Book a table", not "Book search". */
const ACTS = setOf(
  'pay charge transfer refund buy purchase sell book reserve cancel withdraw deposit donate ban block suspend grant approve',
  'reject',
);
/** Those of which the form with -s is a verb only: "Cancels orders". */
const ONLY_VERBS = setOf(
  'pays buys sells cancels withdraws donates bans grants approves rejects reserves suspends',
);
/** What no tool that only returns a changed text says of itself. "Delete markers" are a noun. */
const DELETES =
  /^(?:(?:delete|erase|wipe|purge|destroy)s|(?:delete|erase|wipe|purge|destroy) (?:an?|the|one|all|your))\b/;
const OBJECTS = setOf('a an the one your all money funds');
/** Verbs that change something only with such an object: "Runs a report" reads. */
const ACTS_ON: readonly (readonly [verbs: ReadonlySet<string>, objects: ReadonlySet<string>])[] = [
  [setOf('run execute'), setOf('shell bash powershell terminal command commands script scripts')],
  [
    setOf('order'),
    setOf('pizza food meal meals drinks taxi ride item items product products goods groceries'),
  ],
  [setOf('place'), setOf('order orders trade trades bet bets bid')],
  [setOf('make'), setOf('payment payments purchase purchases transfer reservation booking donation')],
];
/** How far behind the verb such an object may stand. */
const OBJECT_WORDS = 5;

function setOf(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')));
}

/**
 * Whether name and description both say that a tool changes something. Either alone is wrong too often, unless it says that
 * the tool deletes.
 */
export function isSaidToWrite(tool: ReadItem): boolean {
  const name = wordsOf(trimmedText(tool.item.name)).slice(0, NAME_WORDS);
  const verb = name.find((word) => READS.has(word) || isActing(word) || effectOfVerb(word) !== undefined);
  // The beginning is enough for the verb and its object.
  const words = wordsOf(trimmedText(tool.item.description).slice(0, 500));
  const told = words.slice(words.findIndex((word) => !BEFORE_VERB.has(word)));
  const bases = basesOf(told[0] ?? '');
  if (DELETES.test(told.slice(0, 2).join(' '))) return true;
  if (verb === undefined || READS.has(verb)) return false;
  const isWriting = isToldToAct(told, bases) ?? effectOfDescription(tool) !== undefined;
  return isWriting || (DELETES.test(`${verb} all`) && !bases.some((base) => READS.has(base)));
}

/** Undefined if the first word is not a verb that needs an object. */
function isToldToAct(
  [first = '', ...others]: readonly string[],
  bases: readonly string[],
): boolean | undefined {
  const on = ACTS_ON.find(([verbs]) => bases.some((base) => verbs.has(base)));
  if (on) return others.slice(0, OBJECT_WORDS).some((word) => on[1].has(word));
  if (!bases.some((base) => ACTS.has(base))) return undefined;
  return ONLY_VERBS.has(first) || OBJECTS.has(others[0] ?? '');
}

/** Destroying verbs as they say of the tool what it does, wherever they stand; no noun and no imperative has these forms. */
const DESTROYS_SOMETHING = new RegExp(
  `(?<![\\p{L}\\p{M}])(?:${[
    '(?:deletes|erases|wipes|purges|destroys|empties|overwrites|flushes|discards|revokes|uninstalls)(?! (?:nothing|none|no)\\b)',
    '(?:is|are|gets?) (?:then |also |\\w+ly )?(?:deleted|erased|wiped|purged|destroyed|emptied|overwritten|flushed|struck|discarded|revoked)',
    'can ?not be (?:undone|reversed|restored|recovered|brought back|taken back)|irreversibl[ey]|irrevocably',
    'unwiderruflich|nicht rückgängig|no se puede deshacer|irréversible',
    'löscht|vernichtet|zerstört|überschreibt|leert|widerruft',
    'borra|destruye|vacía|sobrescribe|efface|détruit|écrase|cancella|distrugge|sovrascrive|svuota',
  ].join(
    '|',
  )})(?![\\p{L}\\p{M}])|(?:会|將|将|并|並|被|后|後)(?:删除|清空|清除|销毁|覆盖|移除|刪除|覆寫)|不可撤销|不可恢复|无法恢复|无法撤销`,
  'giu',
);
/** Before such a verb: it is not done, or somebody else does it. */
const NOT_BY_THE_TOOL =
  /\b(?:never|not|nothing|nobody|no|without|what|when|if|whether|how|why|until|unless|once|before|after|wenn|falls|ob|nicht|nie|si|cuando|quand)\b[^.;!?]{0,60}$|\b(?:that|which|who|der|die|das|que|qui|che) (?:\p{L}+ )?$|不/iu;
/** After a passive: something is left out of the answer only. */
const FROM_THE_ANSWER =
  /^ ?(?:from|in) (?:the |its )?(?:results?|output|response|answer|text|html|listing|returned)/i;
const FOR_GOOD =
  /\b(?:permanently|irreversibly|irrevocably|for good|lost|existing items?|whole content|entire content|all of its|endgültig|unwiderruflich|definitivamente|irreversiblemente|définitivement)\b|永久|彻底|不可恢复/iu;
const REPLACES_ALL = /\b(?:replaces|overwrites) (?:the |its )?(?:whole|entire|complete|existing) /i;

/** How much of a description is read for clauses. */
const READ_AT_MOST = 2000;

/**
 * Whether a clause of the description says that the tool destroys something: "Checks the term and deletes what is past it".
 * With `forGood`, only where the text also says that it cannot be undone.
 */
export function hasDestroyingClause({ item }: ReadItem, { forGood }: { readonly forGood: boolean }): boolean {
  const text = trimmedText(item.description).slice(0, READ_AT_MOST);
  if (forGood && REPLACES_ALL.test(text)) return true;
  if (forGood && !FOR_GOOD.test(text)) return false;
  return [...text.matchAll(DESTROYS_SOMETHING)].some(
    ({ 0: verb, index }) =>
      !NOT_BY_THE_TOOL.test(text.slice(Math.max(0, index - 80), index)) &&
      !FROM_THE_ANSWER.test(text.slice(index + verb.length)),
  );
}

function isActing(word: string): boolean {
  return ACTS.has(word) || ACTS_ON.some(([verbs]) => verbs.has(word));
}

function effectOfVerb(verb: string): Effect | undefined {
  if (DESTROYS.has(verb) || DESTROYING.test(verb)) return 'destroys';
  return WRITES.has(verb) || WRITING.test(verb) ? 'writes' : undefined;
}

/** The word, and what is left of it without an ending: `modifies` is a form of `modify`. */
function basesOf(word: string): string[] {
  return [word, ...['s', 'es', 'd'].map((end) => withoutEnd(word, end)), word.replace(/ie[sd]$/, 'y')];
}

function withoutEnd(word: string, end: string): string {
  return word.endsWith(end) ? word.slice(0, -end.length) : word;
}
