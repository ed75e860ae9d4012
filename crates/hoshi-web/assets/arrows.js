// The pictures of the buttons to walk through a record.

/** Small pictures, for every font has its own idea of arrows. @type {Record<string, string>} */
export const ARROWS = {
  first: "M6 5v14M19 5l-9 7l9 7z", back10: "M19 6l-7 6l7 6M12 6l-7 6l7 6", back: "M15 5l-8 7l8 7", next: "M9 5l8 7l-8 7",
  next10: "M5 6l7 6l-7 6M12 6l7 6l-7 6", last: "M18 5v14M5 5l9 7l-9 7z", variation: "M6 3v18M6 9c0 5 10 2 10 8M12.5 14l3.5 3.5l3.5-3.5",
};
