import { afterAll, beforeEach, expect, test } from 'vitest'
import { startTestApp } from '../support/app'
import { fetchMe, createAuthClient } from '../support/auth-client'
import { codeIn, createPostman } from '../support/stored-emails'

const { address, dataDir, someAddress, stop } = await startTestApp()
afterAll(stop)
const post = createPostman(dataDir)

let people = 0
let email = ''
beforeEach(() => {
  people += 1
  email = `nora${people}@sand.example`
})

const newClient = () => createAuthClient(address, { ip: someAddress() })

/** Creates a stranger's account with another person's email on our page, signed in with a password. */
async function squat() {
  const stranger = await fetch(`${address}/api/v1/auth/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': someAddress() },
    body: JSON.stringify({ fullName: 'A Stranger', email, password: 'of a stranger' }),
  })
  expect(stranger.status).toBe(200)
  const cookie = stranger.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const me = async () => (await fetch(`${address}/api/v1/me`, { headers: { cookie } })).json()
  return { me, signUpEmail: await post.next(email) }
}

test('A-08 entering the code of a stranger’s sign-up does not share the account with the stranger', async () => {
  const { me, signUpEmail } = await squat()
  expect(await me()).toMatchObject({ email })
  const { client } = newClient()
  await client.signInWithOtp({ email })
  await post.next(email)
  const entered = await client.verifyOtp({ email, token: codeIn(signUpEmail), type: 'email' })
  expect(entered.error).toBeNull()
  expect(await fetchMe(address, entered.data.session)).toMatchObject({ email })
  expect(await me()).toBeNull()
  const back = await newClient().client.signInWithPassword({ email, password: 'of a stranger' })
  expect(back.error).toMatchObject({ code: 'invalid_credentials' })
})

test('A-08 a person who only signed up keeps their password, whether the code is sent as type email or signup', async () => {
  for (const type of ['email', 'signup'] as const) {
    people += 1
    email = `nora${people}@sand.example`
    const { client } = newClient()
    await client.signUp({ email, password: 'slow techno at noon' })
    const entered = await client.verifyOtp({ email, token: codeIn(await post.next(email)), type })
    expect(entered.error).toBeNull()
    const later = await newClient().client.signInWithPassword({ email, password: 'slow techno at noon' })
    expect(later.error).toBeNull()
  }
})
