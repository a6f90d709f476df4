import { traverseContractProcedures } from '@orpc/server'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { identityContract } from '~/features/identity/contract'
import { isEndingSession, isSessionChangedByThisTab } from '~/routes/-frame/session-change-in-this-tab'

const someone = {
  me: null,
  landingPath: '/',
  outcome: 'signed_in',
  email: null,
  recoveryCodes: null,
  left: 9,
}

const handing: string[][] = []
traverseContractProcedures({ router: { identity: identityContract }, path: [] }, ({ contract, path }) => {
  const { outputSchema } = contract['~orpc']
  const isEntering = outputSchema instanceof z.ZodType && entersWith(outputSchema)
  if (isEntering) handing.push([...path])
})

/** Returns whether the response starts a session: then it contains the person and the path of the first page. */
function entersWith(schema: z.ZodType): boolean {
  const answer = schema.safeParse(someone)
  return answer.success && z.object({ me: z.null(), landingPath: z.string() }).safeParse(answer.data).success
}

// Builds a pending call as the client's query library represents it.
const doing = (path: string[]) => ({ options: { mutationKey: [path, { type: 'mutation' }] } })

test('A-08 the list of calls that start a session is complete', () => {
  expect(handing.map((path) => path.join('.'))).toContain('identity.codes.open')
  for (const path of handing) expect(isEndingSession(doing(path)), path.join('.')).toBe(true)
  for (const path of [
    ['identity', 'account', 'changePassword'],
    ['identity', 'resendVerification'],
    ['chat', 'signOut'],
  ])
    expect(isEndingSession(doing(path)), path.join('.')).toBe(false)
  expect(isEndingSession({ options: {} })).toBe(false)
})

test('a tab without a pending call that starts or ends a session did not change the session', async () => {
  expect(await isSessionChangedByThisTab(new QueryClient())).toBe(false)
})
