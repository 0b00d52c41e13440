import { getDb } from '@/db/pool'
import { createKey } from '@/db/queries/sign-ins'
import { listKeys } from '@/db/queries/sign-ins-list'
import type { UserRow } from '@/db/queries/users'
import { sharedPrivilege } from '@/lib/auth/rules'
import type { Key, NewKey, NewKeyToken } from '@/lib/auth/schema'
import { accountOf } from '@/lib/auth/sessions'
import { signKey } from '@/lib/auth/tokens'
import { logUserAction } from './service'

// Keys, with which programs call the API (rule 9.18). A key is a sign-in of its maker, so it is listed
// and ended as the other sign-ins are.

/** Lists the active keys of all users, the newest first. */
export async function findKeys(): Promise<{ rows: Key[]; total: number }> {
  const keys = await listKeys(getDb())
  return {
    rows: keys.map(({ user, createdAt, lastUsedAt, expiresAt, ...key }) => ({
      ...key,
      effectivePrivilege: sharedPrivilege(user.privilege, key.privilege),
      user: accountOf(user),
      createdAt: new Date(createdAt).toISOString(),
      lastUsedAt: new Date(lastUsedAt).toISOString(),
      expiresAt: new Date(expiresAt).toISOString(),
    })),
    total: keys.length,
  }
}

/** Makes a key. Its token is in this response only, since the server stores no token. */
export function makeKey(key: NewKey, user: UserRow): Promise<NewKeyToken> {
  return getDb().transaction(async (tx) => {
    const { id, expiresAt } = await createKey(tx, { ...key, userId: user.id })
    await logUserAction(tx, user, user.id, 'key_made', {
      keyName: [null, key.name],
      keyPrivilege: [null, key.privilege],
    })
    return {
      id,
      name: key.name,
      token: await signKey(id, expiresAt),
      expiresAt: expiresAt.toISOString(),
    }
  })
}
