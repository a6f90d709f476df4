/** Joins the class names that are set: `classNames('panel', isOpen && 'open')`. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
