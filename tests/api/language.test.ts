import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '../support/app'

const { address, someAddress, stop } = await startTestApp()
afterAll(stop)

async function refusal(headers: Record<string, string>): Promise<unknown> {
  const answer = await fetch(`${address}/api/v1/account/export`, {
    headers: { 'x-forwarded-for': someAddress(), ...headers },
  })
  expect(answer.status).toBe(401)
  return answer.json()
}

test('error messages are in the language that the reader chose, and error codes never change', async () => {
  const code = 'UNAUTHORIZED'
  const english = 'Sign in to continue.'
  expect(await refusal({})).toMatchObject({ code, message: english })
  expect(await refusal({ 'accept-language': 'de-CH, en;q=0.5' })).toMatchObject({ code, message: english })
  const accented = expect.stringMatching(/^Šíǵń íń ţó/u)
  expect(await refusal({ cookie: 'language=en-XA' })).toMatchObject({ code, message: accented })
})
