import { expect, test } from 'vitest'
import { newId } from '~/lib/ids'
import { createLimits } from '~/platform/limits/limits'
import { resetAccountLimits } from './reset-limits'
import { limitEmailsTo } from './send-limits'

const refused = { code: 'TOO_MANY_REQUESTS' }
const once = { points: 1, seconds: 86_400 }

test('deleting an account resets the email counters of its verified address, but not the counters of guesses', async () => {
  const [limits, email, userId] = [createLimits(), 'ada@gone.example', newId()]
  for (const name of ['sign_in_email', 'code_account']) await limits.consume(name, email, once)
  await limits.consume('confirm_account', userId, once)
  await limitEmailsTo({ limits }, 'sign_in', email)
  const message = () => limitEmailsTo({ limits }, 'sign_in', email)

  await resetAccountLimits(limits, { userId, email: null })
  await limits.check('confirm_account', userId, once)
  await expect(message()).rejects.toMatchObject(refused)

  await resetAccountLimits(limits, { userId, email })
  await message()
  for (const name of ['sign_in_email', 'code_account'])
    await expect(limits.check(name, email, once)).rejects.toMatchObject(refused)
})

test('the daily email counter of an address keeps counting when accounts are created and deleted', async () => {
  const [limits, email] = [createLimits(), 'bea@gone.example']
  for (let n = 1; n <= 30; n += 1) {
    await limitEmailsTo({ limits }, 'verify', email)
    await resetAccountLimits(limits, { userId: newId(), email })
  }
  await expect(limitEmailsTo({ limits }, 'verify', email)).rejects.toMatchObject(refused)
})
