// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import { fakeServer, renderPart } from '~tests/support/render-order-parts'
import { OpenDisputes } from './open-disputes'

afterEach(() => registerLink(undefined))

const eventId = '01a1fbc7-c116-73f4-9959-0d8be57bf3c2'

test('open disputes of an event link to their pages', async () => {
  const dispute = {
    id: 'dp_1',
    amountCents: 3600,
    currency: 'USD',
    buyerName: 'Juno Okafor',
    dueBy: '2026-12-22T22:59:00.000Z',
  }
  fakeServer({ 'disputes.list': () => ({ disputes: [dispute] }) })
  renderPart(<OpenDisputes eventId={eventId} timezone="Europe/Berlin" />)
  const list = await screen.findByRole('list', { name: 'Open disputes' })
  expect(list.textContent).toBe('Dispute over $36.00, Juno Okafor, answer by Tue 22 Dec, 23:59')
  expect(within(list).getByRole('link').getAttribute('href')).toBe('/dashboard/disputes/dp_1')
})

test('an event without open disputes shows none', async () => {
  const server = fakeServer({ 'disputes.list': () => ({ disputes: [] }) })
  renderPart(
    <>
      <h1>Analytics</h1>
      <OpenDisputes eventId={eventId} timezone="Europe/Berlin" />
    </>,
  )
  await screen.findByRole('heading', { name: 'Analytics' })
  await expect.poll(() => server.asked).toEqual([['disputes.list', { eventId }]])
  expect(screen.queryByRole('list', { name: 'Open disputes' })).toBeNull()
})
