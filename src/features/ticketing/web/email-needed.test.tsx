// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import { fakeServer, renderPart } from './testing-part'
import { TicketPanel } from './ticket-panel'

afterEach(() => registerLink(undefined))

const free = {
  id: '01a1fbc7-0000-7000-8000-000000000001',
  name: 'Free Entry',
  description: '',
  priceCents: 0,
  remaining: 142,
}

test('links buyers with an unverified email to the verification banner, and keeps their selection', async () => {
  const message = 'Many free tickets went to your network. Verify your email to get yours.'
  fakeServer({
    reserve: () => {
      throw new ORPCError('EMAIL_UNVERIFIED', { defined: true, message })
    },
  })
  renderPart(
    <TicketPanel
      eventId="01a1fbc7-c116-73f4-9959-0d8be57bf3c2"
      ticketTypes={[free]}
      timezone="Europe/London"
      codes={undefined}
      onCodes={() => undefined}
      selection={{}}
      onSelect={() => undefined}
      terms={{ priceDisplay: 'itemised', feeBasisPoints: 1000 }}
      closedBecause={null}
      isSignedIn
      onSignIn={() => undefined}
      onReserved={() => undefined}
    />,
  )
  const press = async (name: string) =>
    userEvent.click((await screen.findAllByRole('button', { name }))[0] as HTMLElement)
  await press('More')
  await press('Checkout')
  const link = await screen.findByRole('link', { name: 'Resend the email or enter the code' })
  expect(link.getAttribute('href')).toBe('#verify-email')
  expect(link.closest('[role=alert]')?.textContent).toContain(message)
  const choice = within(screen.getByRole('group', { name: 'Free Entry' }))
  expect(choice.getByRole('status').textContent).toBe('1')
})
