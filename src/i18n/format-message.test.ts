import { setupI18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'
import { formatMessage, type Message } from './format-message'

const messages = [
  'Save changes',
  'Hello {name}, see <0>the terms</0>.',
  '{count, plural, one {# ticket} other {# tickets}} for {name}',
  '{count, plural, =0 {None} one {# of {name}} other {#, that is {count}}}',
  '{count, plural, offset:1 =1 {only you} one {you and # other} other {you and # others}}',
  '{count, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} place',
  '{name, select, Ada {her {count, plural, one {ticket} other {tickets}}} other {their tickets}}',
  "It''s '{'literal'}' # {missing}",
]
const values = [0, 1, 2, 3, 21, 1234].flatMap((count) => ['Ada', 'Ben'].map((name) => ({ count, name })))

test.each(messages)('formats %j like Lingui in English and German', (text) => {
  const message = compileMessage(text)
  for (const locale of ['en', 'de']) {
    const lingui = setupI18n({ locale, messages: { [locale]: { id: message } } })
    for (const each of values)
      expect(formatMessage(message as Message, each, locale)).toBe(lingui._('id', each))
  }
})
