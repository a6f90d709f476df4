// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import { getCheckoutButton, generalAdmission, Panel, press, getStepper } from './testing-panel'
import { fakeServer, renderPart } from '~tests/support/render-order-parts'

afterEach(() => registerLink(undefined))

const free = { ...generalAdmission, name: 'Free Entry', priceCents: 0 }

test('links buyers with an unverified email to the verification banner, and keeps their tickets selected', async () => {
  const message = 'Many free tickets went to your network. Verify your email to get yours.'
  fakeServer({
    reserve: () => {
      throw new ORPCError('EMAIL_UNVERIFIED', { defined: true, message })
    },
  })
  renderPart(<Panel ticketTypes={[free]} />)
  await screen.findByRole('group', { name: 'Free Entry' })
  await press('Free Entry', 'More')
  await userEvent.click(getCheckoutButton())
  const link = await screen.findByRole('link', { name: 'Resend the email or enter the code' })
  expect(link.getAttribute('href')).toBe('#verify-email')
  expect(link.closest('[role=alert]')?.textContent).toContain(message)
  expect(getStepper('Free Entry').getByRole('status').textContent).toBe('1')
})
