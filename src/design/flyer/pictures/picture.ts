import type { Random } from '../seed'

export type Circle = { cx: number; cy: number; radius: number }

/** What a recipe draws, as path data inside a box from 0,0 to width,height. Both paths are filled evenodd. */
export type Picture = {
  ink: string
  spot: string
  /** A disc in the spot colour, with a pin hole, over everything. */
  disc?: Circle
  /** A disc in the spot colour through which the ink is seen again, moved sideways by `shift`. */
  lens?: Circle & { shift: number }
}

export type Recipe = (width: number, height: number, random: Random, title: string) => Picture

/** A full turn as the recipes were drawn with; the rounding is part of the artwork. */
export const ROUGH_TURN = 6.28
