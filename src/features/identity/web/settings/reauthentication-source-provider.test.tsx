// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { useReauthenticationField } from '~/design/use-reauthentication-field'
import { ReauthenticationField } from '~/design/reauthentication-field'
import { type Answer, clearParts, fakeServer, renderPart } from '../testing-parts'
import { ReauthenticationSourceProvider } from './reauthentication-source-provider'
import { mara } from './testing-settings'

afterEach(clearParts)

function Asking() {
  return <ReauthenticationField proof={useReauthenticationField()} />
}
async function show(account: object, reauthenticate: Answer = () => mara.codeDestination) {
  const { asked } = fakeServer({ 'account.get': () => ({ ...mara, ...account }), reauthenticate })
  await renderPart(
    <ReauthenticationSourceProvider>
      <Asking />
    </ReauthenticationSourceProvider>,
  )
  return asked
}

test('A-08 reauthentication asks for the password if there is one', async () => {
  await show({})
  expect(await screen.findByLabelText('Your password')).toBeTruthy()
})

test('A-08 reauthentication sends a code to an account without a password', async () => {
  const asked = await show({ hasPassword: false })
  await userEvent.click(await screen.findByRole('button', { name: 'Email me a code' }))
  expect(await screen.findByText('Sent. Check your email.')).toBeTruthy()
  expect(asked).toEqual([
    ['account.get', undefined],
    ['reauthenticate', undefined],
  ])
})

test('A-08 each reauthentication dialog reads the account again, and asks for a password that was set since the last dialog', async () => {
  let hasPassword = false
  const { asked } = fakeServer({ 'account.get': () => ({ ...mara, hasPassword }) })
  function Opening() {
    const [isOpen, setOpen] = useState(false)
    return (
      <>
        <button onClick={() => setOpen(!isOpen)}>Open or close</button>
        {isOpen && <Asking />}
      </>
    )
  }
  const { queryClient } = await renderPart(
    <ReauthenticationSourceProvider>
      <Opening />
    </ReauthenticationSourceProvider>,
  )
  // As in the pages: recent reads count as fresh.
  queryClient.setDefaultOptions({ queries: { staleTime: 30_000, retry: false } })
  const press = () => userEvent.click(screen.getByRole('button', { name: 'Open or close' }))
  await press()
  expect(await screen.findByRole('button', { name: 'Email me a code' })).toBeTruthy()
  await press()
  hasPassword = true
  await press()
  // Until the account is read, the password is asked for by default.
  await waitFor(() => expect(asked).toHaveLength(2))
  await act(async () => undefined)
  expect(screen.getByLabelText('Your password')).toBeTruthy()
})

test("A-08 sends a text message if there is only a phone; shows an error if it can't be sent", async () => {
  const message = 'You can only request this after 40 seconds.'
  await show({ hasPassword: false, codeDestination: { by: 'text', to: '+49 ··· 42' } }, () => {
    throw new ORPCError('TOO_MANY_REQUESTS', { message })
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Text me a code' }))
  expect(await screen.findByText(message)).toBeTruthy()
})

test('A-08 reauthentication shows a person without a password or a verified contact that no code can be sent', async () => {
  await show({ hasPassword: false, codeDestination: null })
  expect(await screen.findByText(/there is no address to send a code to/)).toBeTruthy()
})
