// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import { getCheckoutButton, Panel, press, getStepper } from './testing-panel'
import { fakeServer, renderPart } from '~tests/support/render-order-parts'

beforeEach(() => localStorage.clear())
Element.prototype.scrollIntoView = () => undefined
afterEach(() => registerLink(undefined))

const errorText = 'This event asks buyers for a security check.'

/** Wires the panel as the route does, with a button instead of the provider's widget. */
function Page() {
  const [token, setToken] = useState<string>()
  const [round, setRound] = useState(1)
  return (
    <Panel
      captcha={{
        proof: token === undefined ? {} : { captcha: token },
        problem: token === undefined ? 'Complete the security check first.' : undefined,
        renew: () => {
          setToken(undefined)
          setRound(round + 1)
        },
        renderField: (error) => (
          <>
            <button onClick={() => setToken(`token ${round}`)}>Check {round}</button>
            <p>{error}</p>
          </>
        ),
      }}
    />
  )
}

const check = (round: number) => userEvent.click(screen.getByRole('button', { name: `Check ${round}` }))

test('Checkout requires a new CAPTCHA for each attempt, and keeps the selection', async () => {
  const { asked } = fakeServer({
    reserve: () => {
      throw new ORPCError('CAPTCHA_FAILED', { defined: true, message: errorText })
    },
  })
  renderPart(<Page />)
  await screen.findByRole('heading', { name: 'Select Tickets' })
  expect(screen.queryByRole('button', { name: 'Check 1' })).toBeNull()
  await press('General Admission', 'More')
  await userEvent.click(getCheckoutButton())
  expect(screen.getByText('Complete the security check first.')).toBeTruthy()
  expect(asked).toEqual([])

  await check(1)
  expect(screen.queryByText('Complete the security check first.')).toBeNull()
  await userEvent.click(getCheckoutButton())
  expect(await screen.findByText(errorText)).toBeTruthy()
  await check(2)
  await userEvent.click(getCheckoutButton())
  expect(asked.map(([, input]) => (input as { captcha: string }).captcha)).toEqual(['token 1', 'token 2'])
  expect(getStepper('General Admission').getByRole('status').textContent).toBe('1')
})
