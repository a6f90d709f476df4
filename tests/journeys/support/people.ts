import { type APIRequestContext, expect } from '@playwright/test'

/** The password of every person in the demo. */
export const DEMO_PASSWORD = 'slipped-halves'
export const demoEmail = (key: string) => `${key}@backtoback.example`

export type Person = { fullName: string; email: string; password: string }

let count = 0

export function newPerson(fullName = 'Ada Verboven'): Person {
  count += 1
  const mark = `${process.pid.toString(36)}${Date.now().toString(36)}${count}`
  return { fullName, email: `ada-${mark}@verboven.example`, password: 'two left shoes' }
}

/** Returns a separate address of a benchmark network per person, because one address may sign up sixty people an hour. */
function homeAddress(): string {
  return `198.18.${process.pid % 250}.${(count % 250) + 1}`
}

/** Returns the origin that a page of this context sends with every change. */
async function originOf(request: APIRequestContext): Promise<string> {
  return new URL((await request.get('/healthz')).url()).origin
}

/**
 * Signs up and leaves the session in the request's cookies. With an invitation code this is a member, otherwise a
 * customer.
 */
export async function signUp(request: APIRequestContext, person: Person, code?: string): Promise<void> {
  const answer = await request.post('/api/v1/auth/sign-up', {
    data: { ...person, ...(code === undefined ? {} : { code }) },
    headers: { 'x-forwarded-for': homeAddress(), origin: await originOf(request) },
  })
  expect(answer.status(), await answer.text()).toBe(200)
}

export async function signIn(
  request: APIRequestContext,
  { email, password, captcha }: { email: string; password: string; captcha?: string },
): Promise<void> {
  const answer = await request.post('/api/v1/auth/sign-in', {
    data: { email, password, captcha },
    headers: { origin: await originOf(request) },
  })
  expect(answer.status(), await answer.text()).toBe(200)
}
