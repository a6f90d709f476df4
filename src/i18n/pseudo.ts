import type { Message } from './format-message'
import { addLanguage } from './i18n'
import { PSEUDO_LANGUAGE } from './language'

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const letters = 'áƀćđéƒǵħíĵķłɱńóƥɋŕšţúṽŵẋýžÁƁĆĐÉƑǴĦÍĴĶŁḾŃÓƤɊŔŠŢÚṼŴẊÝŽ'

// Placeholders of nested elements, such as `<0>`, stay unchanged.
const accent = (text: string) =>
  text.replaceAll(/<[^>]*>|[a-zA-Z]/gu, (found) => letters[plain.indexOf(found)] ?? found)

function accentMessage(message: Message): Exclude<Message, string> {
  if (typeof message === 'string') return [accent(message)]
  return message.map((part) => {
    if (typeof part === 'string') return accent(part)
    const [name, type, cases] = part
    if (type === undefined || cases === undefined) return part
    const accented = Object.entries(cases).map(([key, value]) => [
      key,
      typeof value === 'number' ? value : accentMessage(value),
    ])
    return [name, type, Object.fromEntries(accented)]
  })
}

/** Registers English with accents and a longer ending, which reveals untranslated and clipped texts. */
export function addPseudoLanguage(): void {
  addLanguage(PSEUDO_LANGUAGE, (_id, english) => [...accentMessage(english), ' ~~~'])
}
