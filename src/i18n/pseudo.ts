import { setupI18n } from '@lingui/core'
import type { CompiledMessage } from '@lingui/message-utils/compileMessage'
import { addInstance } from './i18n'
import { PSEUDO_LANGUAGE } from './language'

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const accented = 'áƀćđéƒǵħíĵķłɱńóƥɋŕšţúṽŵẋýžÁƁĆĐÉƑǴĦÍĴĶŁḾŃÓƤɊŔŠŢÚṼŴẊÝŽ'

// A placeholder of a nested element, such as `<0>`, stays as it is.
const accent = (text: string) =>
  text.replaceAll(/<[^>]*>|[a-zA-Z]/gu, (found) => accented[plain.indexOf(found)] ?? found)

type Message = CompiledMessage | string
type Cases = Record<string, Message | number>

function accentMessage(message: Message): CompiledMessage {
  if (typeof message === 'string') return [accent(message)]
  return message.map((part): CompiledMessage[number] => {
    if (typeof part === 'string') return accent(part)
    const [name, type, cases] = part
    if (type === undefined || typeof cases !== 'object' || cases === null) return part
    const accentedCases = Object.entries(cases as Cases).map(([key, value]) => [
      key,
      typeof value === 'number' ? value : accentMessage(value),
    ])
    return [name, type, Object.fromEntries(accentedCases)]
  })
}

type Descriptor = { id: string; message?: Message; values?: Record<string, unknown> }

/** English with accents and a longer end: it shows texts that are not translated, or that are clipped when they are longer. */
export function addPseudoLanguage(): void {
  const english = setupI18n({ locale: 'en', messages: { en: {} } })
  english.setMessagesCompiler((message) => message as never)
  const translate = (descriptor: Descriptor) => {
    const message = [...accentMessage(descriptor.message ?? descriptor.id), ' ~~~']
    return english._({ ...descriptor, message: message as never })
  }
  // The macros call it with a descriptor, and `Trans` with the parts of one.
  const call = (id: string | Descriptor, values?: Record<string, unknown>, options?: { message?: Message }) =>
    translate(typeof id === 'string' ? { id, values: values ?? {}, ...options } : id)
  addInstance(PSEUDO_LANGUAGE, { _: call })
}
