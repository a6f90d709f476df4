import { msg, plural, t } from '@lingui/core/macro'
import { expect, test } from 'vitest'
import { i18n } from '../i18n'
import { OFFERED_LANGUAGES } from '../language'
import { findRequestLanguage, runInLanguage } from './language-scope'
import { declareSentence, translateSentence } from '../api-message'

test.each([
  ['language=de', null, 'de'],
  ['theme=dark; language=de', 'en', 'de'],
  ['language=en', 'de', 'en'],
  ['', 'de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['', 'fr,en;q=0.8,de;q=0.7', 'en'],
  ['', 'fr', 'en'],
  ['', null, 'en'],
  ['language=fr', '*', 'en'],
  ['language="><script>', 'de', 'de'],
])('the cookie %j and Accept-Language %j select %s', (cookie, acceptLanguage, language) => {
  expect(findRequestLanguage(cookie, acceptLanguage, ['en', 'de'])).toBe(language)
})

test('a German browser gets English while German is not offered, even with a language cookie', () => {
  expect(OFFERED_LANGUAGES).toEqual(['en'])
  expect(findRequestLanguage('language=de', 'de-DE,de;q=0.9')).toBe('en')
})

test('uses the language of the request, also after an await', async () => {
  const label = msg`Sign In`
  const read = async (language: 'en' | 'de') =>
    runInLanguage(language, async () => {
      await Promise.resolve()
      return i18n._(label)
    })
  expect(await Promise.all([read('de'), read('en'), read('de')])).toEqual(['Anmelden', 'Sign In', 'Anmelden'])
  expect(i18n._(label)).toBe('Sign In')
})

test('shows English for a text without a translation', () => {
  expect(runInLanguage('de', () => t`A text that only this test has`)).toBe('A text that only this test has')
})

const count = (tickets: number, name: string) =>
  plural(tickets, { one: `# ticket of ${name}`, other: `# tickets of ${name}` })

test('picks the plural form by number and groups digits', () => {
  expect([count(1, 'Ada'), count(0, 'Ada'), count(1234, 'Ada')]).toEqual([
    '1 ticket of Ada',
    '0 tickets of Ada',
    '1,234 tickets of Ada',
  ])
})

test('the pseudo-language changes and lengthens text, but keeps values and plurals', () => {
  const pseudo = <Text>(read: () => Text) => runInLanguage('en-XA', read)
  expect(pseudo(() => t`Sign In`)).toBe('Šíǵń Íń ~~~')
  expect(pseudo(() => count(1, 'Ada'))).toBe('1 ţíćķéţ óƒ Ada ~~~')
  expect(pseudo(() => count(2, 'Ada'))).toBe('2 ţíćķéţš óƒ Ada ~~~')
})

test('an API sentence is declared in English and translated in the response', () => {
  const declared = declareSentence(msg`Sign in to continue.`)
  expect(declared).toBe('Sign in to continue.')
  expect(runInLanguage('de', () => translateSentence(declared))).toBe('Melde dich an, um weiterzumachen.')
  expect(runInLanguage('de', () => translateSentence('Declared nowhere.'))).toBe('Declared nowhere.')
})
