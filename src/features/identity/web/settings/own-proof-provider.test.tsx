// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { useOwnProof } from '~/design/own-proof'
import { ProofField } from '~/design/proof-field'
import { type Answer, clearParts, fakeServer, renderPart } from '../testing-parts'
import { OwnProofProvider } from './own-proof-provider'
import { mara } from './testing-settings'

afterEach(clearParts)

function Asking() {
  return <ProofField proof={useOwnProof()} />
}
async function show(account: object, reauthenticate: Answer = () => mara.codeGoesTo) {
  const { asked } = fakeServer({ 'account.get': () => ({ ...mara, ...account }), reauthenticate })
  await renderPart(
    <OwnProofProvider>
      <Asking />
    </OwnProofProvider>,
  )
  return asked
}

test('A-08 asks for the password if there is one', async () => {
  await show({})
  expect(await screen.findByLabelText('Your password')).toBeTruthy()
})

test('A-08 without a password, sends a code', async () => {
  const asked = await show({ hasPassword: false })
  await userEvent.click(await screen.findByRole('button', { name: 'Email me a code' }))
  expect(await screen.findByText('Sent. Check your email.')).toBeTruthy()
  expect(asked).toEqual([
    ['account.get', undefined],
    ['reauthenticate', undefined],
  ])
})

test('A-08 every dialog checks again, and asks for a password that was set meanwhile', async () => {
  let hasPassword = false
  fakeServer({ 'account.get': () => ({ ...mara, hasPassword }) })
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
    <OwnProofProvider>
      <Opening />
    </OwnProofProvider>,
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
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  expect(screen.getByLabelText('Your password')).toBeTruthy()
})

test("A-08 sends a text message if there is only a phone; shows an error if it can't be sent", async () => {
  const message = 'You can only request this after 40 seconds.'
  await show({ hasPassword: false, codeGoesTo: { by: 'text', to: '+49 ··· 42' } }, () => {
    throw new ORPCError('TOO_MANY_REQUESTS', { message })
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Text me a code' }))
  expect(await screen.findByText(message)).toBeTruthy()
})

test('A-08 asks nothing of a person without a password or a verified contact', async () => {
  await show({ hasPassword: false, codeGoesTo: null })
  expect(await screen.findByText(/no code can reach you/)).toBeTruthy()
})
