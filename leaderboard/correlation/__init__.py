"""Do metrics agree? Correlations over systems (Luo et al., 2014), and pairs on which they do not."""
