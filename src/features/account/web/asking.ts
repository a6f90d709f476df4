/** How a page asks somebody who they are; given by the page, which knows of second factors and passwords. */
export interface Asking {
  /** Asks where the server wants to know, and runs it then. */
  withProof: <Output>(run: () => Promise<Output>) => Promise<Output>
  /** They were asked and left it: nothing is to be said. */
  isGivenUp: (error: unknown) => boolean
}

// A page that asks nobody: the refusal is the end of it.
export const justRun: Asking['withProof'] = (run) => run()
export const never: Asking['isGivenUp'] = () => false
