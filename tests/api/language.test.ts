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

test('error messages are in the reader’s language, error codes are not', async () => {
  const code = 'UNAUTHORIZED'
  expect(await refusal({})).toMatchObject({ code, message: 'Sign in to continue.' })
  expect(await refusal({ 'accept-language': 'fr' })).toMatchObject({ code, message: 'Sign in to continue.' })
  const german = 'Melde dich an, um weiterzumachen.'
  expect(await refusal({ 'accept-language': 'de-CH, en;q=0.5' })).toMatchObject({ code, message: german })
  expect(await refusal({ cookie: 'language=de' })).toMatchObject({ code, message: german })
})
