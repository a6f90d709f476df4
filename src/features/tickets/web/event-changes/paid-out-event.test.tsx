// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import { fakeServer, renderPart } from '~tests/support/render-order-parts'
import { type EventChange, PAID_OUT_MESSAGE } from '../../rules/event-change'
import { EventChangeDialog } from './event-change-dialog'

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false })))
afterEach(() => {
  registerLink(undefined)
  vi.unstubAllGlobals()
})

test.each<[EventChange, string]>([
  ['cancel', 'Cancel event'],
  ['postpone', 'Postpone event'],
])('to %s an event whose money was paid out, the dialog only says why it can’t', async (change, title) => {
  fakeServer({ 'eventChanges.impact': () => ({ title: 'Dust & Diamonds', isPaidOut: true }) })
  renderPart(<EventChangeDialog eventId="e1" change={change} onClose={vi.fn()} />)
  expect(await screen.findByText(PAID_OUT_MESSAGE)).toBeTruthy()
  expect(screen.getByRole('dialog', { name: title })).toBeTruthy()
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).not.toContain(title)
})
