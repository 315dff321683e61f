/** Whether everything is tried; a plain run takes samples that are the same every time. */
export const thorough = process.env.PLINTH_THOROUGH !== undefined;
