import type { Transaction } from '~/database/connect'

/** Who has an address: nobody, somebody who may be let in, or somebody who is in. */
export type AccountKind = 'none' | 'customer' | 'member'

/** For each address that has an account; the others are not in it. Expects normalised addresses. */
export async function accountsOf(
  db: Pick<Transaction, 'selectFrom'>,
  addresses: readonly string[],
): Promise<Map<string, Exclude<AccountKind, 'none'>>> {
  if (addresses.length === 0) return new Map()
  const rows = await db
    .selectFrom('accounts')
    .select((eb) => [
      'email',
      eb
        .exists(
          eb
            .selectFrom('user_roles')
            .select('role')
            .whereRef('user_id', '=', 'accounts.id')
            .where('role', '<>', 'customer'),
        )
        .as('is_member'),
    ])
    .where('email', 'in', addresses)
    .execute()
  return new Map(
    rows.flatMap(({ email, is_member }) =>
      email === null ? [] : [[email, is_member ? 'member' : 'customer']],
    ),
  )
}
