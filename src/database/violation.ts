import { DatabaseError } from 'pg'

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const UNIQUE = '23505'
const CHECK = '23514'
const FOREIGN_KEY = '23503'
const EXCLUSION = '23P01'
const OUT_OF_RANGE = '22003'

/** Another row has this value already. Without `constraint`, any unique constraint or index. */
export const isUniqueViolation = violationOf(UNIQUE)
/** A CHECK says no. */
export const isCheckViolation = violationOf(CHECK)
/** A row that is pointed at does not exist, or still is pointed at. */
export const isForeignKeyViolation = violationOf(FOREIGN_KEY)
/** Two rows overlap that may not, such as two confirmed bookings of one DJ. */
export const isExclusionViolation = violationOf(EXCLUSION)
/** A number became larger than its column or variable holds. */
export const isTooLarge = violationOf(OUT_OF_RANGE)

function violationOf(code: string): (error: unknown, constraint?: string) => boolean {
  return (error, constraint) =>
    error instanceof DatabaseError &&
    error.code === code &&
    (constraint === undefined || error.constraint === constraint)
}
