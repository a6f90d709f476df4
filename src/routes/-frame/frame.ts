import type { Stock } from '~/design/stock'

/** What a route says about the bar above it and the foot below, in its `staticData.frame`. */
export type Frame = {
  /** `none`: the page draws its own. A stock: the bar lies on a sheet of that paper, which the page continues. */
  nav?: 'bar' | 'none' | Stock
  /** The page has a sheet with an action of its own, so Join Now steps back to an outline: one loud thing per view. */
  hasOwnAction?: boolean
  footer?: boolean
  /** The bar reaches over the whole window, as the sidebar below it does. */
  isWide?: boolean
  /** Nothing of what changes elsewhere is followed: who is paying waits for as few scripts as can be. */
  isStill?: boolean
  /** For visitors the page is another one: the landing instead of the home. */
  forVisitors?: Omit<Frame, 'forVisitors'>
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    frame?: Frame
  }
}

export function frameFor(frame: Frame | undefined, isSignedIn: boolean): Omit<Frame, 'forVisitors'> {
  const { forVisitors, ...own } = frame ?? {}
  return isSignedIn ? own : { ...own, ...forVisitors }
}
