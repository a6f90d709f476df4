/** The part of html-to-text that emails use; the package has no types. */
declare module 'html-to-text' {
  interface Selector {
    selector: string
    format?: string
    options?: object
  }
  export function compile(options: { wordwrap: false; selectors: Selector[] }): (html: string) => string
}
