import { ORPCError } from '@orpc/client'
import { z } from 'zod'

/** `limit + 1` rows were read: the extra one says that there is more. */
export function pageOf<Row>(rows: readonly Row[], limit: number, cursorOf: (row: Row) => readonly unknown[]) {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const nextCursor = rows.length > limit && last !== undefined ? writeCursor(cursorOf(last)) : null
  return { page, nextCursor }
}

function writeCursor(parts: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

/** The sort key that a page starts after; throws BAD_REQUEST for anything that we have not written ourselves. */
export function readCursor<Parts extends z.ZodType>(
  text: string | undefined,
  parts: Parts,
): z.output<Parts> | undefined {
  if (text === undefined) return undefined
  try {
    return parts.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    throw new ORPCError('BAD_REQUEST', { message: 'This page does not exist. Start from the first one.' })
  }
}

/** Microseconds since 1970, because a Date would drop the last three digits and skip or repeat rows. */
export const microseconds = z.int()
