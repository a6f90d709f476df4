// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { meQuery } from './queries'
import { clearParts, fakeServer, juno, renderPart } from './testing-parts'
import { VerifyBanner } from './verify-banner'

afterEach(clearParts)

const unverified = { ...juno, isEmailVerified: false }

test('A-04 the emailed code can be entered in the reminder to verify the email', async () => {
  const { asked } = fakeServer({ 'codes.confirm': () => ({ me: { ...juno, isEmailVerified: true } }) })
  await renderPart(<VerifyBanner me={unverified} />)
  await userEvent.click(screen.getByRole('button', { name: 'Enter code' }))
  await userEvent.type(await screen.findByLabelText('Code from the email'), '418207')
  expect(await screen.findByText('Email address verified.')).toBeTruthy()
  expect(asked).toContainEqual(['codes.confirm', { code: '418207' }])
})

test("A-04 the right code removes the banner, and the focus moves to the page's heading", async () => {
  fakeServer({ 'codes.confirm': () => ({ me: { ...juno, isEmailVerified: true } }) })
  function Page() {
    const { data = unverified } = useQuery({ ...meQuery(), enabled: false })
    return (
      <>
        <VerifyBanner me={data} />
        <main>
          <h1>Your nights</h1>
        </main>
      </>
    )
  }
  await renderPart(<Page />)
  await userEvent.click(screen.getByRole('button', { name: 'Enter code' }))
  await userEvent.type(await screen.findByLabelText('Code from the email'), '418207')
  await waitFor(() => expect(screen.queryByLabelText('Code from the email')).toBeNull())
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Your nights' })),
  )
})

test('a wrong code stays in the field, with instructions', async () => {
  const message = 'This code is wrong or has expired. Check it, or request a new one.'
  fakeServer({
    'codes.confirm': () => {
      throw new ORPCError('CODE_WRONG', { message })
    },
  })
  await renderPart(<VerifyBanner me={unverified} />)
  await userEvent.click(screen.getByRole('button', { name: 'Enter code' }))
  const field = await screen.findByLabelText('Code from the email')
  await userEvent.type(field, '000000')
  expect(await screen.findByText(message)).toBeTruthy()
  expect((field as HTMLInputElement).value).toBe('000000')
})

test('“Send again” empties the code field', async () => {
  const message = 'This code is wrong or has expired. Check it, or request a new one.'
  fakeServer({
    'codes.confirm': () => {
      throw new ORPCError('CODE_WRONG', { message })
    },
    resendVerification: () => ({ email: juno.email, isVerified: false }),
  })
  await renderPart(<VerifyBanner me={unverified} />)
  await userEvent.click(screen.getByRole('button', { name: 'Enter code' }))
  await userEvent.type(await screen.findByLabelText('Code from the email'), '000000')
  await screen.findByText(message)
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }))
  expect(
    await screen.findByText(`A new code is on its way to ${juno.email}. The old one no longer works.`),
  ).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Code from the email').value).toBe('')
  expect(screen.queryByText(message)).toBeNull()
})

test('a used-up code shows an error at the field', async () => {
  const message = 'Too many wrong codes: this code no longer works.'
  fakeServer({
    'codes.confirm': () => {
      throw new ORPCError('CODE_SPENT', { message })
    },
  })
  await renderPart(<VerifyBanner me={unverified} />)
  await userEvent.click(screen.getByRole('button', { name: 'Enter code' }))
  const field = await screen.findByLabelText('Code from the email')
  await userEvent.type(field, '000000')
  await screen.findByText(message)
  expect(field.getAttribute('aria-invalid')).toBe('true')
})
