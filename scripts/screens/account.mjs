// Emailed links, two-step verification, and the screens after a new password.
import { TOTP } from 'otpauth'
import { newCustomer, newMember } from './people.mjs'

const VERIFY = /\/auth\/(?:link|verify)\?[^"<\s]+/

export const accountScreens = [
  {
    name: 'auth-forgotten',
    needs: 'tickets-empty',
    as: 'visitor',
    route: ['auth.forgot', 'auth.reset'],
    changes: true,
    async *states({ page, open, emailedLink }) {
      await open('/auth/forgot')
      await page.getByLabel('Email').fill(newCustomer.email)
      await page.keyboard.press('Enter')
      yield 'sent'
      await open(
        await emailedLink(
          newCustomer.email,
          /\/auth\/reset\?[^"<\s]+|\/auth\/link\?[^"<\s]*recovery[^"<\s]*/,
        ),
      )
      yield 'reset'
    },
  },
  {
    name: 'auth-verify',
    as: 'visitor',
    needs: 'tickets-empty',
    route: 'auth.verify',
    async *states({ open, emailedLink }) {
      await open(await emailedLink(newCustomer.email, VERIFY))
      yield ''
    },
  },
  {
    name: 'two-step',
    as: 'newMember',
    route: ['auth.verify', 'dashboard.settings', 'sign-in-methods'],
    changes: true,
    async *states({ open, press, call, emailedLink, now, memory }) {
      await open(await emailedLink(newMember.email, VERIFY))
      yield 'verified'
      await open('/dashboard/settings')
      yield 'settings-before'
      await press('Set up two-step verification')
      yield 'menu'
      const { factorId, secret } = await call('POST', 'me/factors/totp', {})
      memory.totp = new TOTP({ secret })
      const { challengeId } = await call('POST', `auth/factors/${factorId}/challenge`, {})
      const code = memory.totp.generate({ timestamp: now })
      await call('POST', `auth/factors/${factorId}/verify`, { challengeId, code })
      await open('/dashboard/settings')
      yield 'settings'
      await open('/sign-in-methods')
      yield 'methods'
    },
  },
  {
    name: 'auth-factor',
    needs: 'two-step',
    as: 'recovering',
    route: 'auth.factor',
    changes: true,
    async *states({ page, open }) {
      await open('/auth?tab=sign-in')
      await page.getByLabel('Email').fill(newMember.email)
      await page.getByLabel('Password', { exact: true }).fill(newMember.password)
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/auth\/factor/)
      yield ''
    },
  },
  {
    name: 'unsubscribe',
    needs: 'two-step',
    as: 'organizer',
    route: 'unsubscribe.$token',
    changes: true,
    async *states({ open, call, emailedLink }) {
      const { members } = await call('GET', `members?q=${encodeURIComponent(newMember.fullName)}`)
      await call('POST', `members/${members[0].person.id}/connection`, {})
      await open(await emailedLink(newMember.email, /\/unsubscribe\/[^"?]+/))
      yield ''
    },
  },
  {
    name: 'transfer',
    as: 'customer',
    route: 'tickets.$token',
    changes: true,
    async *states({ page, open, press, emailedLink }) {
      await open('/customer/dashboard')
      await press('View Details', 'Transfer ticket')
      await page.getByRole('dialog').getByLabel('Email').fill('friend@mail.example')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await open(await emailedLink('friend@mail.example', /\/tickets\/[\w-]{20,}/))
      yield ''
    },
  },
]
