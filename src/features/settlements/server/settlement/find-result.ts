import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import type { Currency } from '~/lib/currency'
import { isId } from '~/lib/ids'
import { describeFigure, listFigures } from '../../rules/figures'
import { listSides, readProgress } from './get-settlement'
import { type EventSheet, readSheet } from './read-sheet'

/** The amounts that each person gets if a settlement is closed now, and what is still open. */
export interface SettlementResult {
  eventTitle: string
  currency: Currency
  digest: string
  organizer: { name: string; cents: number }
  shares: { bookingId: string; name: string; cents: number; missingCents: number }[]
  /** The names of the sides that haven't accepted the current figures. */
  missingAcceptances: string[]
  /** The open questions, each with the name of the figure, its amount and the expected amount. */
  questions: {
    id: string
    name: string
    figure: string
    cents: number
    expectedCents: number | null
    reason: string
  }[]
  /** The email addresses of the sides that have one. */
  emails: string[]
}

/** Returns the result of the sheet of an event; undefined if it doesn't exist, or is settled. */
export async function findSettlementResult(
  db: Database,
  eventId: string,
): Promise<SettlementResult | undefined> {
  const found = isId(eventId) ? await readSheet(db, eventId) : undefined
  if (found === undefined) return undefined
  const { settledAt, acceptances, questions } = await readProgress(db, eventId)
  if (settledAt !== null) return undefined
  const accepted = new Set(
    acceptances.flatMap(({ personId, digest }) => (digest === found.digest ? [personId] : [])),
  )
  const sides = listSides(found)
  const figures = listFigures(found.sheet, found.costs)
  return {
    eventTitle: found.event.title,
    currency: found.event.currency,
    digest: found.digest,
    organizer: { name: found.organizer.name, cents: found.sheet.organizerCents },
    shares: found.bookings.map(({ id: bookingId, person }, index) => ({
      bookingId,
      name: person?.name ?? 'Deleted account',
      cents: found.sheet.shares[index]?.transferCents ?? 0,
      missingCents: found.sheet.shares[index]?.missingCents ?? 0,
    })),
    missingAcceptances: sides.flatMap(({ id, name }) => (accepted.has(id) ? [] : [name])),
    questions: questions.flatMap(({ id, resolution, person, figure, expectedCents, reason }) =>
      resolution === null
        ? [
            {
              id,
              name: person?.name ?? 'Deleted account',
              figure: nameFigure(found, figure),
              cents: figures.get(figure) ?? 0,
              expectedCents,
              reason,
            },
          ]
        : [],
    ),
    emails: await listEmails(
      db,
      sides.map(({ id }) => id),
    ),
  }
}

const nameFigure = ({ costs, bookings }: EventSheet, figure: string): string =>
  describeFigure(figure, {
    djName: bookings.find(({ id }) => figure === `share:${id}`)?.person?.name ?? null,
    costLabel: costs.find((cost) => cost.figure === figure)?.label ?? null,
  })

async function listEmails(db: Database, personIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select email from profiles where id = any (${[...personIds]}::uuid[]) and email is not null order by email`.execute(
    db,
  )
  return rows.map(({ email }) => email)
}
