{
  const map = document.querySelector("svg.map");
  const words = { ">": "is significantly better than", "<": "is significantly worse than", "=": "does not differ from", "≈": "is equivalent to", "≡": "is identical to", "?": "cannot be told from", " ": "was not compared with" };
  if (map) {
    map.addEventListener("pointermove", (event) => {
      const box = map.getBoundingClientRect();
      const at = (offset, size) => Math.min(data.systems.length - 1, Math.max(0, Math.floor((offset / size) * data.systems.length)));
      const row = at(event.clientY - box.top, box.height);
      const column = at(event.clientX - box.left, box.width);
      if (row === column) return;
      const outcome = words[data.outcomes[row][column]];
      document.getElementById("readout").textContent = `${isolated(data.systems[row])} ${outcome} ${isolated(data.systems[column])}.`;
    });
  }
}
