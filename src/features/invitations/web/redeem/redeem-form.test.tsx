// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import { fakeServer } from '~tests/support/fake-server'
import { RedeemForm } from './redeem-form'

afterEach(() => {
  cleanup()
  registerLink(undefined)
})

function show(redeem: (input: never) => unknown, code?: string) {
  const asked = fakeServer({ redeem })
  const onRedeemed = vi.fn<() => Promise<void>>(() => Promise.resolve())
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RedeemForm code={code} onRedeemed={onRedeemed} />
    </QueryClientProvider>,
  )
  return { asked, onRedeemed }
}
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Invitation code' })

test('A-05 redeems a code as soon as it is complete, whatever form it is pasted in', async () => {
  const { asked, onRedeemed } = show(() => ({}))
  await userEvent.click(field())
  await userEvent.paste('k7q2-xm0r ')
  await waitFor(() => expect(onRedeemed).toHaveBeenCalledOnce())
  expect(asked).toEqual([['redeem', { code: 'K7Q2XM0R' }]])
})

test('A-03 keeps a refused code in the field with the message, and sends it again once corrected', async () => {
  const { asked, onRedeemed } = show(({ code }: { code: string }) => {
    if (code === 'K7Q2XM0R') return {}
    throw new ORPCError('INVITATION_INVALID', { status: 422, message: 'Invalid or expired invitation code' })
  })
  await userEvent.type(field(), 'K7Q2XM0O')
  expect(await screen.findByText('Invalid or expired invitation code')).toBeTruthy()
  expect(field().value).toBe('K7Q2XM0O')
  expect(document.activeElement).toBe(field())
  await userEvent.type(field(), '{Backspace}')
  expect(screen.queryByText('Invalid or expired invitation code')).toBeNull()
  await userEvent.type(field(), 'R')
  await waitFor(() => expect(onRedeemed).toHaveBeenCalledOnce())
  expect(asked).toHaveLength(2)
})

test('a link fills in its code, but does not redeem it', async () => {
  const { asked, onRedeemed } = show(() => ({}), 'k7q2xm0r')
  expect(field().value).toBe('K7Q2XM0R')
  expect(asked).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Redeem' }))
  await waitFor(() => expect(onRedeemed).toHaveBeenCalledOnce())
})

test('an incomplete code shows an error and is not sent', async () => {
  const { asked } = show(() => ({}))
  await userEvent.type(field(), 'K7Q{Enter}')
  expect(screen.getByText('A code has eight letters and digits.')).toBeTruthy()
  expect(asked).toEqual([])
})

test('keeps the typed code after a failure while offline, so that it can be sent again', async () => {
  let isAway = true
  const { onRedeemed } = show(() => {
    if (isAway) throw new TypeError('failed to fetch')
    return {}
  })
  await userEvent.type(field(), 'K7Q2XM0R')
  expect(await screen.findByText(/couldn’t reach the server/)).toBeTruthy()
  isAway = false
  await userEvent.click(screen.getByRole('button', { name: 'Redeem' }))
  await waitFor(() => expect(onRedeemed).toHaveBeenCalledOnce())
})

test('continues if the person has become a member in another tab', async () => {
  const { onRedeemed } = show(() => {
    throw new ORPCError('ALREADY_MEMBER', { status: 409, message: 'You are a member already.' })
  })
  await userEvent.type(field(), 'K7Q2XM0R')
  await waitFor(() => expect(onRedeemed).toHaveBeenCalledOnce())
})

test('hides the form’s title on a page that has its own title', () => {
  show(() => ({}))
  expect(screen.getByText(/It works once/)).toBeTruthy()
  cleanup()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RedeemForm onRedeemed={() => Promise.resolve()} isTitled />
    </QueryClientProvider>,
  )
  expect(screen.queryByText(/It works once/)).toBeNull()
  expect(screen.getByRole('textbox', { name: 'Invitation code' })).toBeTruthy()
})
