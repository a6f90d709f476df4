import { DatabaseError } from 'pg'

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const UNIQUE = '23505'
const CHECK = '23514'
const FOREIGN_KEY = '23503'
const EXCLUSION = '23P01'
const DEADLOCK = '40P01'

/**
 * Whether PostgreSQL reports that another row already has this value. Without `constraint`, for any unique constraint
 * or index.
 */
export const isUniqueViolation = createErrorCodeCheck(UNIQUE)
export const isCheckViolation = createErrorCodeCheck(CHECK)
/** A referenced row does not exist, or is still referenced. */
export const isForeignKeyViolation = createErrorCodeCheck(FOREIGN_KEY)
/** Two rows overlap that must not, such as two confirmed bookings of one DJ. */
export const isExclusionViolation = createErrorCodeCheck(EXCLUSION)
/** Two transactions waited for each other, and PostgreSQL rolled this one back. */
export const isDeadlock = createErrorCodeCheck(DEADLOCK)

function createErrorCodeCheck(code: string): (error: unknown, constraint?: string) => boolean {
  return (error, constraint) =>
    error instanceof DatabaseError &&
    error.code === code &&
    (constraint === undefined || error.constraint === constraint)
}
