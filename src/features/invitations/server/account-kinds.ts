import type { Transaction } from '~/database/connect'

/** Whether an address has no account, a customer account or a member account. */
export type AccountKind = 'none' | 'customer' | 'member'

/** Returns the kind of account for each address that has one. Expects normalized addresses. */
export async function findAccountKinds(
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
