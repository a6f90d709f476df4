import { sql } from 'kysely'

/**
 * The searchable text of `p`, a row of profiles: email and names in lower case. Must equal the expression of its
 * trigram index.
 */
export const accountText = sql`account_text(p.email, p.full_name, p.dj_name)`
