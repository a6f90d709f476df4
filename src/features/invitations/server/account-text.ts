import { sql } from 'kysely'

/** Needs `p`, a row of profiles: address and names in small letters, as the index of trigrams has them. */
export const accountText = sql`account_text(p.email, p.full_name, p.dj_name)`
