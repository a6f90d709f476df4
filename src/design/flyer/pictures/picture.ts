import type { Random } from '../title-random'

export type Circle = { cx: number; cy: number; radius: number }

/**
 * The picture that a recipe (a drawing function) returns: path data in a box from 0,0 to width,height. Both paths are
 * filled evenodd.
 */
export type Picture = {
  ink: string
  spot: string
  /** A disc in the spot color with a pin hole, drawn on top. */
  disc?: Circle
  /** A disc in the spot color, inside which the ink drawing appears again, moved sideways by `shift`. */
  lens?: Circle & { shift: number }
}

export type Recipe = (width: number, height: number, random: Random, title: string) => Picture

/** A full turn in radians, rounded. Existing artwork depends on this rounding, so it must not change. */
export const APPROXIMATE_TAU = 6.28
