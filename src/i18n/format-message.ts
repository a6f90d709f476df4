/** A compiled message: text, or text with placeholders. */
export type Message = string | Part[]
type Part = string | [name: string, type?: string, cases?: Cases]
type Cases = Record<string, Message | number>
export type Values = Record<string, unknown>

const numbers = new Map<string, Intl.NumberFormat>()
const rules = new Map<string, Intl.PluralRules>()

/**
 * Formats a message with its values. Replaces the 2 kB function of `@lingui/core` that does the same. Every page
 * loads this code, and it has only a quarter of that size. `format-message.test.ts` compares the two functions.
 */
export function formatMessage(message: Message, values: Values, language: string, count?: number): string {
  if (typeof message === 'string') return message
  const write = (part: Part): string => {
    if (part === '#' && count !== undefined)
      return getMemoized(numbers, language, () => new Intl.NumberFormat(language)).format(count)
    if (typeof part === 'string') return part
    const [name, type, cases] = part
    const value = values[name] as string | number | null | undefined
    if (cases === undefined) return String(value ?? '')
    const { other = '' } = cases
    if (type === 'select') return formatMessage((cases[String(value)] ?? other) as Message, values, language)
    const rest = Number(value) - Number(cases['offset'] ?? 0)
    const kind = type === 'selectordinal' ? 'ordinal' : 'cardinal'
    const plural = getMemoized(
      rules,
      `${language} ${kind}`,
      () => new Intl.PluralRules(language, { type: kind }),
    ).select(rest)
    return formatMessage((cases[String(value)] ?? cases[plural] ?? other) as Message, values, language, rest)
  }
  return message.map(write).join('')
}

function getMemoized<Value>(values: Map<string, Value>, key: string, create: () => Value): Value {
  let value = values.get(key)
  if (value === undefined) values.set(key, (value = create()))
  return value
}
