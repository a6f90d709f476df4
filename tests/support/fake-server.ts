import { registerLink } from '~/platform/rpc/link'

export type Answers = Record<string, (input: never) => unknown>

/**
 * The server as a part of a page sees it: answers calls by their names without the feature's, and keeps what was asked. A
 * call that has no answer fails as one does without a connection. Of calls in
 * families, `codes.list` comes before `list`. `registerLink(undefined)` takes it away.
 */
export function fakeServer(answers: Answers): [name: string, input: unknown][] {
  const asked: [string, unknown][] = []
  registerLink({
    call: async (path, input) => {
      const whole = path.slice(1).join('.')
      const name = answers[whole] ? whole : (path.at(-1) ?? '')
      asked.push([name, input])
      const answer = answers[name]
      if (answer === undefined) throw new TypeError(`nobody answers ${name}`)
      return answer(input as never)
    },
  })
  return asked
}
