// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import { createSides, jonas, juno, mara } from './testing-settlement'
import { openSettlementPage, pressButton, refuseWith } from './testing-settlement-page'

beforeEach(() => void vi.stubGlobal('matchMedia', () => ({ matches: false })))
afterEach(() => {
  registerLink(undefined)
  vi.unstubAllGlobals()
})

const createReminders = (...people: { id: string }[]) => ({
  reminders: people.map(({ id }) => ({ personId: id, remindedAt: '2026-12-13T08:30:00.000Z' })),
})

test('a side that accepted reminds the others, and sees the time of the reminder', async () => {
  const calls = await openSettlementPage(
    { sides: createSides(jonas) },
    {
      'settlement.reminders': () => createReminders(),
      'settlement.remind': () => createReminders(mara, juno),
    },
  )
  await screen.findByRole('button', { name: 'Remind Mara and Juno' })
  await pressButton('Remind Mara and Juno')
  const reminded = await screen.findByRole('button', { name: 'Reminded 13 Dec, 09:30' })
  expect(reminded.getAttribute('aria-disabled')).toBe('true')
  await pressButton('Reminded 13 Dec, 09:30')
  expect(calls.filter(([name]) => name === 'settlement.remind')).toEqual([
    ['settlement.remind', { eventId: 'e1' }],
  ])
})

test('a DJ reminds only the sides that weren’t reminded in the last 24 hours', async () => {
  await openSettlementPage(
    { side: 'dj', sides: createSides(mara) },
    { 'settlement.reminders': () => createReminders(juno) },
  )
  await screen.findByRole('button', { name: 'Remind Jonas' })
})

test('shows no button to a side that hasn’t accepted', async () => {
  const calls = await openSettlementPage({ sides: createSides(juno) })
  await screen.findByRole('button', { name: 'Accept settlement' })
  expect(screen.queryByRole('button', { name: /^Remind/u })).toBeNull()
  expect(calls.map(([name]) => name)).not.toContain('settlement.reminders')
})

test('says why a reminder was refused', async () => {
  await openSettlementPage(
    { sides: createSides(jonas, juno) },
    {
      'settlement.reminders': () => createReminders(),
      'settlement.remind': refuseWith('QUESTIONED', 'A figure is questioned. Resolve the question first.'),
    },
  )
  await screen.findByRole('button', { name: 'Remind Mara' })
  await pressButton('Remind Mara')
  await screen.findByText('A figure is questioned. Resolve the question first.')
})
