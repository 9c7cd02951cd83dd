import { isText, isTextList, type Members, memberOf } from '../../schema/schema-members.js';

/** Names of variables and members that hold a credential, whatever the API. A bare "token" may be a coin. */
const CREDENTIAL =
  /^(?:x)?(?:api|access|auth|secret|private|client|app)(?:key|secret|token)$|^(?:clientsecret|apisecret|password|passwd|secret|authorization|bearertoken|refreshtoken|credentials?)$/;

export function declaredKeys(main: Members): readonly string[] {
  const keys = memberOf(main, 'requiredServerParams');
  return isTextList(keys) ? keys : [];
}

/** Creates a test for names of declared keys and of credentials. Case and separators do not matter. */
export function createKeyTest(main: Members): (name: string) => boolean {
  const declared = new Set(declaredKeys(main).map(plainName));
  return (name) => {
    const plain = plainName(name);
    return CREDENTIAL.test(plain) || declared.has(plain);
  };
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** The address of the terms of service; undefined if none is given, or if the schema declares that there are none. */
export function termsOf(main: Members): string | undefined {
  const terms = memberOf(main, 'termsOfService');
  return isText(terms) && /^https?:\/\//i.test(terms.trim()) ? terms.trim() : undefined;
}
