import { ORPCError } from '@orpc/client'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { fakeServer } from '~tests/support/fake-server'
import { renderPart } from '~tests/support/render-order-parts'
import type { Settlement } from '../../contract-settlement'
import { SettlementPage } from './settlement-page'
import { createSettlement, jonas, mara } from './testing-settlement'

export type Changes = Partial<Settlement>

/** Opens the page as the organizer, or as Mara. */
export async function openSettlementPage(
  changes: Changes = {},
  responses: Parameters<typeof fakeServer>[0] = {},
) {
  const calls = fakeServer({ 'settlement.get': () => createSettlement(changes), ...responses })
  renderPart(
    <SettlementPage
      eventId="e1"
      ownId={changes.side === 'dj' ? mara.id : jonas.id}
      contact={({ name }) => <button type="button">Message {name}</button>}
    />,
  )
  await screen.findByRole('heading', { level: 1, name: 'Low Ceiling' })
  return calls
}

export const getSheet = () => within(screen.getByRole('complementary', { name: 'Settlement' }))
export const readTerms = (part: Pick<typeof screen, 'getAllByRole'>) =>
  part
    .getAllByRole('term')
    .map((term) => [
      term.textContent,
      ...[...(term.parentElement?.querySelectorAll('dd') ?? [])].map((dd) => dd.textContent),
    ])
export const readSides = () =>
  getSheet()
    .getAllByRole('listitem')
    .map(({ children }) =>
      [...children]
        .slice(1)
        .map(({ textContent }) => textContent)
        .join(' '),
    )
export const pressButton = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
export const refuseWith = (code: string, message: string) => () => {
  throw new ORPCError(code, { defined: true, status: 409, message })
}
