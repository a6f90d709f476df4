// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import { fakeServer, renderPart } from './testing-part'
import { TicketPanel } from './ticket-panel'

beforeEach(() => localStorage.clear())
Element.prototype.scrollIntoView = () => undefined
afterEach(() => registerLink(undefined))

const general = {
  id: '01a1fbc7-0000-7000-8000-000000000001',
  name: 'General Admission',
  description: '',
  priceCents: 1600,
  remaining: 142,
}
const refusal = 'This event asks buyers for a security check.'

/** As the route does it, with a button for the provider's widget. */
function Page() {
  const [token, setToken] = useState<string>()
  const [round, setRound] = useState(1)
  return (
    <TicketPanel
      eventId="01a1fbc7-c116-73f4-9959-0d8be57bf3c2"
      ticketTypes={[general]}
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
      captcha={{
        proof: token === undefined ? {} : { captcha: token },
        fault: token === undefined ? 'Complete the security check first.' : undefined,
        renew: () => {
          setToken(undefined)
          setRound(round + 1)
        },
        renderField: (fault) => (
          <>
            <button onClick={() => setToken(`token ${round}`)}>Check {round}</button>
            <p>{fault}</p>
          </>
        ),
      }}
    />
  )
}

const press = (name: string) => userEvent.click(screen.getAllByRole('button', { name })[0] as HTMLElement)

test('Checkout needs the security check, each attempt a new one, and the choice stays', async () => {
  const { asked } = fakeServer({
    reserve: () => {
      throw new ORPCError('CAPTCHA_FAILED', { defined: true, message: refusal })
    },
  })
  renderPart(<Page />)
  await screen.findByRole('heading', { name: 'Select Tickets' })
  expect(screen.queryByRole('button', { name: 'Check 1' })).toBeNull()
  await press('More')
  await press('Checkout')
  expect(screen.getByText('Complete the security check first.')).toBeTruthy()
  expect(asked).toEqual([])

  await press('Check 1')
  expect(screen.queryByText('Complete the security check first.')).toBeNull()
  await press('Checkout')
  expect(await screen.findByText(refusal)).toBeTruthy()
  await press('Check 2')
  await press('Checkout')
  expect(asked.map(([, input]) => (input as { captcha: string }).captcha)).toEqual(['token 1', 'token 2'])
  const choice = within(screen.getByRole('group', { name: 'General Admission' }))
  expect(choice.getByRole('status').textContent).toBe('1')
})
