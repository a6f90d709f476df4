import { registerLink } from '~/platform/rpc/link'

export type Answers = Record<string, (input: never) => unknown>

/**
 * Answers the calls of a page by name, without the feature prefix, and returns a list of the received calls. A call
 * without an answer fails like a lost connection. `codes.list` takes precedence over `list`. `registerLink(undefined)`
 * removes this fake server.
 */
export function fakeServer(answers: Answers): [name: string, input: unknown][] {
  const asked: [string, unknown][] = []
  registerLink({
    call: async (path, input) => {
      const whole = path.slice(1).join('.')
      const name = answers[whole] ? whole : (path.at(-1) ?? '')
      asked.push([name, input])
      const answer = answers[name]
      if (answer === undefined) throw new TypeError(`no fake answer for ${name}`)
      return answer(input as never)
    },
  })
  return asked
}
